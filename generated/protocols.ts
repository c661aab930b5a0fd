// Generated from contract/openapi.yaml by `npm run generate`. Do not edit.

/** The operations that speak another protocol (`x-protocol`). */
export type ProtocolOperationId = 'uploadFile' | 'uploadOnce' | 'downloadFile' | 'showUnsubscribe' | 'endMails' | 'callMcp' | 'getProtectedResource' | 'getMcpProtectedResource' | 'getAuthorizationServer' | 'showAuthorization' | 'decideAuthorization' | 'createAccessToken' | 'revokeOauthToken' | 'registerOauthClient' | 'startOidc' | 'finishOidc' | 'receiveOidcLogout';
