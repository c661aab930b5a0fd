import { testFiftyAgents } from '../support/fifty-agents';

testFiftyAgents('sqlite');
