import { unsupportedByPackage } from '../../install/node-version.cjs';
import { exitIfUnsupported } from './unsupported-node';

exitIfUnsupported(unsupportedByPackage(process.versions.node));
