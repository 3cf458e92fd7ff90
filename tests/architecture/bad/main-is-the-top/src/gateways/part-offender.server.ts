export { value } from '#src/server/composition.server.ts';
