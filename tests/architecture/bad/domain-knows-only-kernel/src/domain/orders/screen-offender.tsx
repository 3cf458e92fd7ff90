export { value } from '#src/ui/button.tsx';
