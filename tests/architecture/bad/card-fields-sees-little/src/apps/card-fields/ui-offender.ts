export { value } from '#src/ui/field.ts';
