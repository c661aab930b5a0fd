import { unsupportedNode } from '../../install/node-version.cjs';
import { endIf } from './unsupported-node';

endIf(unsupportedNode(process.versions.node));
