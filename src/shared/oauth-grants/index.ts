/**
 * Grants of OAuth: a person lets a client of the MCP endpoint act as one agent. The oauth feature
 * creates them and issues their tokens. They end with the agent, the person and the person's
 * password, so the features that end those end the grants too. Emits oauth_grant.revoked.
 */
export { endGrant, endGrantsOf, type EndedGrant } from './grant-end-store';
