// Jest keeps the name of the last test: what hooks do between tests would be taken for its work.
afterEach(() => {
  expect.setState({ currentTestName: '' });
});
