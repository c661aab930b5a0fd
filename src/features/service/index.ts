/**
 * Service: the published contract, its documentation page, and the health of the process. These
 * operations need no credentials and no workspace.
 */
import type { ServiceHandlers } from '../../../generated/handlers';
import type { Contract } from './contract';
import { pageHandlers } from './page-operations';
import {
  getHealth,
  getOpenApi,
  getOpenApiYaml,
  getReadiness,
  type ReadinessParts,
} from './service-operations';

export { describeContract, readContract, type Contract } from './contract';

/** The operations of service. */
export function serviceHandlers(contract: Contract, readiness: ReadinessParts): ServiceHandlers {
  return {
    getOpenApi: getOpenApi(contract),
    getOpenApiYaml: getOpenApiYaml(contract),
    ...pageHandlers(),
    getHealth,
    getReadiness: getReadiness(readiness),
  };
}
