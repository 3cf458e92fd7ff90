import { createElement } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { MinimalForm } from './minimal-form.ts';

const root = document.getElementById('root');
if (root) hydrateRoot(root, createElement(MinimalForm));
