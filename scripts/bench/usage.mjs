// Loaded into a measured server: responds to each message of the benchmark with the process's usage.
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send({ cpu: user + system, rss: process.memoryUsage.rss() });
});
// The IPC channel must not keep the server alive.
process.channel.unref();
