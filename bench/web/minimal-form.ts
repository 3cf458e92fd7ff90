import { createElement, type ReactElement, useState } from 'react';

/** One labelled field controlled by React: the smallest form. */
export function MinimalForm(): ReactElement {
  const [name, setName] = useState('');
  return createElement(
    'form',
    { method: 'post' },
    createElement('h1', null, 'Seus dados'),
    createElement(
      'label',
      null,
      'Nome completo ',
      createElement('input', {
        name: 'name',
        value: name,
        onChange: (event: { target: { value: string } }) => setName(event.target.value),
      }),
    ),
  );
}
