import { unsupportedNode } from '../../install/node-version.cjs';
import { exitIfUnsupported } from './unsupported-node';

exitIfUnsupported(unsupportedNode(process.versions.node));
