export { value } from '#src/ui/button.ts';
