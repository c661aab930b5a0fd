// Jest remembers the name of the last test: clear it, so hooks between tests are not attributed to
// it.
afterEach(() => {
  expect.setState({ currentTestName: '' });
});
