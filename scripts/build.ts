import { join } from 'node:path';
import { packageRoot } from '../src/service/package-root';
import { bundleProgram } from './build/bundle';

void bundleProgram(join(packageRoot(), 'dist', 'src'));
