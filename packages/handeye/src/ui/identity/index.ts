export { createIdentity, type Departed, type Identity, type IdentityOptions } from './identity.ts';
