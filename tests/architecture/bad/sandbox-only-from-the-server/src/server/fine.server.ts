export { value } from '#sandbox/sandbox.server.ts';
