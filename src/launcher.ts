#!/usr/bin/env node
// First, because an unsupported Node.js may fail on the imports after it.
import './cli/check-node';
import './cli/launch';
