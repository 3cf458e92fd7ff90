export { value } from '../src/main.server.ts';
