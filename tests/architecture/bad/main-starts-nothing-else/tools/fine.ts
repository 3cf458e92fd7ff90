export { value } from '../src/server/parts.server.ts';
