export { value } from '#src/gateways/registry.server.generated.ts';
