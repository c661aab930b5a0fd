// Loaded into a measured server: replies to each message with the CPU time and the memory in use.
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send({ cpu: user + system, rss: process.memoryUsage.rss() });
});
// The IPC channel must not keep the server alive.
process.channel.unref();
