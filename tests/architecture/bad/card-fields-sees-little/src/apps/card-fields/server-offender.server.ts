export { value } from '#src/rails/card/rail.server.ts';
