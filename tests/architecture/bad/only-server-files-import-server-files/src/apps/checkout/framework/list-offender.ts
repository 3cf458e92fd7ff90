export { value } from '#src/apps/api/registry.server.generated.ts';
