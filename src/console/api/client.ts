import './base';

// The base cannot import this file, so what is in the base imports the transport.
export { api, client, queries } from './transport';
