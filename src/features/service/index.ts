/**
 * Service: the published contract, its documentation page, and the health of the process. These
 * operations need no credentials and no workspace.
 */
import type { ServiceHandlers } from '../../../generated/handlers';
import type { Contract } from './contract';
import {
  getHealth,
  getOpenApi,
  downloadOpenApi,
  getReadiness,
  type ReadinessParts,
  pageHandlers,
  type PageSettings,
} from './service-operations';

export { describeContract, readContract, type Contract } from './contract';

/** The dependencies of the operations of service. */
export interface ServiceParts extends ReadinessParts, PageSettings {}

/** The operations of service. */
export function serviceHandlers(contract: Contract, parts: ServiceParts): ServiceHandlers {
  return {
    getOpenApi: getOpenApi(contract),
    downloadOpenApi: downloadOpenApi(contract),
    ...pageHandlers(contract, parts),
    getHealth,
    getReadiness: getReadiness(parts),
  };
}
