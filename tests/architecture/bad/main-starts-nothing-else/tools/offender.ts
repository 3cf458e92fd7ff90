export { value } from '../src/server/main.server.ts';
