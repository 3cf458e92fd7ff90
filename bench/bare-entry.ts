import { createElement } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { BareForm } from './bare-form.ts';

const root = document.getElementById('root');
if (root) hydrateRoot(root, createElement(BareForm));
