import { unsupportedByPackage } from '../../install/node-version.cjs';
import { endIf } from './unsupported-node';

endIf(unsupportedByPackage(process.versions.node));
