export { Button } from 'react-aria-components/Button';
