// Loaded into a measured server before its own program: answers each message of the benchmark with what the process has used so far.
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send({ cpu: user + system, rss: process.memoryUsage.rss() });
});
// The server ends when its own work does.
process.channel.unref();
