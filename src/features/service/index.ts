/** Service: the contract as it is published and as people read it, and the state of the process. No credentials, no workspace. */
import type { ServiceHandlers } from '../../../generated/handlers';
import type { Contract } from './contract';
import { referenceHandlers } from './reference-operations';
import {
  getHealth,
  getOpenApi,
  getOpenApiYaml,
  getReadiness,
  type ReadinessParts,
} from './service-operations';

export { describeContract, readContract, type Contract } from './contract';

/** The operations of this room. */
export function serviceHandlers(contract: Contract, readiness: ReadinessParts): ServiceHandlers {
  return {
    getOpenApi: getOpenApi(contract),
    getOpenApiYaml: getOpenApiYaml(contract),
    ...referenceHandlers(),
    getHealth,
    getReadiness: getReadiness(readiness),
  };
}
