// npm runs a script in a shell. A signal to npm ends that shell, which does not pass it on.
const shell = process.ppid;
const watch = setInterval(() => {
  if (process.ppid === shell) return;
  clearInterval(watch);
  process.kill(process.pid, 'SIGTERM');
}, 200);
watch.unref();
