import { defineConfig } from '@kubb/core';
import { pluginClient } from '@kubb/plugin-client';
import { pluginOas } from '@kubb/plugin-oas';
import { pluginTs } from '@kubb/plugin-ts';

export default defineConfig({
  root: '.',
  input: { path: process.env.CONTRACT },
  output: { path: process.env.OUT, clean: false, format: false, lint: false },
  plugins: [
    pluginOas({ validate: true, generators: [] }),
    pluginTs(),
    pluginClient({ client: 'fetch' }),
  ],
});
