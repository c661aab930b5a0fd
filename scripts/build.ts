import { join } from 'node:path';
import { packageRoot } from '../src/platform/package-root';
import { bundleProgram } from './build/bundle';

void bundleProgram(join(packageRoot(), 'dist', 'src'));
