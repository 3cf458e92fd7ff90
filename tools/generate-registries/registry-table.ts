/** One list inside a generated file: a folder per entry, or a file per entry. */
export interface RegistryList {
  /** Name of the exported object, keyed by the entries' ids. */
  readonly name: string;
  /** Where the entries are, from the output's folder; `<id>` stands for the entry. A `*` segment is any one subfolder. */
  readonly file: string;
  /** Further locations of the same kind of entry, as patterns like `file`. */
  readonly also?: readonly string[];
  /** What each file exports; `<Id>` is the id in PascalCase. */
  readonly member: string;
  /** The list holds functions that fetch the file: a bundler makes a chunk of each. */
  readonly lazy?: true;
  /** Whether a folder without this file is an error; otherwise it is left out of the list. */
  readonly needed: boolean;
  /** Files that replace this one: a folder with one of them is complete. */
  readonly unless?: readonly string[];
  /** The list is a function of this argument: each entry is called with it, so that the results keep their own types. */
  readonly argument?: { readonly name: string; readonly type: string; readonly from: string };
}

/** One generated file. It is made only when its folder exists. */
export interface Registry {
  readonly output: string;
  /** Its entries reach the browser separately, as parts of this kind: only those that a document shows. */
  readonly loadedApart?: string;
  readonly lists: readonly RegistryList[];
}

/** All generated lists. To plug in another kind of entry, add a line. */
export const registryTable: readonly Registry[] = [
  {
    output: 'src/rails/registry.generated.ts',
    lists: [{ name: 'rails', file: '<id>/rail.ts', member: 'rail', needed: true }],
  },
  {
    output: 'src/rails/registry.server.generated.ts',
    lists: [{ name: 'railServers', file: '<id>/rail.server.ts', member: 'railServer', needed: true }],
  },
  // One list per page that shows them: the browser gets only the views that the page shows.
  {
    output: 'src/rails/registry.forms.generated.tsx',
    loadedApart: 'form',
    lists: [{ name: 'railForms', file: '<id>/form.tsx', member: 'railForm', needed: true }],
  },
  {
    output: 'src/rails/registry.waiting.generated.tsx',
    loadedApart: 'waiting',
    lists: [{ name: 'railWaitings', file: '<id>/waiting.tsx', member: 'railWaiting', needed: false }],
  },
  {
    output: 'src/rails/registry.success.generated.tsx',
    loadedApart: 'success',
    lists: [{ name: 'railSuccesses', file: '<id>/success.tsx', member: 'railSuccess', needed: false }],
  },
  {
    output: 'src/rails/registry.documents.server.generated.ts',
    lists: [{ name: 'railDocuments', file: '<id>/documents.server.ts', member: 'railDocuments', needed: false }],
  },
  {
    output: 'src/rails/registry.samples.server.generated.ts',
    lists: [{ name: 'railSamples', file: '<id>/sample.server.ts', member: 'railSample', needed: false }],
  },
  {
    output: 'src/gateways/registry.server.generated.ts',
    // A company moves money, sends text messages, keeps points, or issues fiscal notes.
    lists: [
      {
        name: 'gatewayFactories',
        file: '<id>/gateway.server.ts',
        member: 'gatewayFactory',
        needed: true,
        unless: ['<id>/sms.server.ts', '<id>/programme.server.ts', '<id>/fiscal.server.ts'],
      },
      { name: 'smsFactories', file: '<id>/sms.server.ts', member: 'smsFactory', needed: false },
      { name: 'programmeFactories', file: '<id>/programme.server.ts', member: 'programmeFactory', needed: false },
      { name: 'fiscalFactories', file: '<id>/fiscal.server.ts', member: 'fiscalFactory', needed: false },
    ],
  },
  {
    output: 'sandbox/registry.server.generated.ts',
    lists: [
      { name: 'companies', file: 'companies/<id>/company.server.ts', member: 'company', needed: true },
      { name: 'testContracts', file: 'companies/<id>/account.server.ts', member: 'testContract', needed: false },
    ],
  },
  {
    output: 'src/gateways/registry.settings.server.generated.ts',
    lists: [
      {
        name: 'readCompanies',
        file: '<id>/settings.server.ts',
        member: 'readSettings',
        needed: false,
        argument: { name: 'source', type: 'SettingsSource', from: '#src/kernel/env/secret-values.server.ts' },
      },
    ],
  },
  {
    output: 'src/gateways/registry.probes.server.generated.ts',
    lists: [{ name: 'probes', file: '<id>/probe.server.ts', member: 'probe', needed: false }],
  },
  {
    output: 'src/apps/checkout/payment-form/registry.extras.generated.tsx',
    loadedApart: 'extra',
    lists: [{ name: 'paymentExtras', file: 'extras/<id>.tsx', member: 'paymentExtra', needed: false }],
  },
  {
    output: 'src/apps/checkout/registry.generated.ts',
    lists: [
      { name: 'steps', file: 'steps/<id>/step.ts', member: 'manifest', needed: true },
      {
        name: 'pages',
        file: 'pages/<id>/page.ts',
        also: ['account/pages/<id>/page.ts'],
        member: 'manifest',
        needed: true,
      },
    ],
  },
  {
    output: 'src/apps/checkout/registry.server.generated.ts',
    lists: [
      { name: 'stepServers', file: 'steps/<id>/<id>.server.ts', member: 'page', needed: true },
      {
        name: 'pageServers',
        file: 'pages/<id>/<id>.server.ts',
        also: ['account/pages/<id>/<id>.server.ts'],
        member: 'page',
        needed: true,
      },
    ],
  },
  {
    output: 'src/apps/checkout/registry.views.generated.tsx',
    lists: [
      { name: 'stepViews', file: 'steps/<id>/<id>-page.tsx', member: '<Id>Page', needed: true },
      {
        name: 'pageViews',
        file: 'pages/<id>/<id>-page.tsx',
        also: ['account/pages/<id>/<id>-page.tsx'],
        member: '<Id>Page',
        needed: true,
      },
    ],
  },
  {
    output: 'src/apps/checkout/registry.stories.server.generated.ts',
    lists: [
      { name: 'stepStories', file: 'steps/<id>/<id>.stories.server.ts', member: 'stories', needed: false },
      {
        name: 'pageStories',
        file: 'pages/<id>/<id>.stories.server.ts',
        also: ['account/pages/<id>/<id>.stories.server.ts'],
        member: 'stories',
        needed: false,
      },
    ],
  },
  {
    output: 'src/apps/api/registry.server.generated.ts',
    lists: [{ name: 'routes', file: 'routes/<id>/<id>.routes.server.ts', member: 'routes', needed: true }],
  },
  {
    output: 'src/apps/console/registry.server.generated.ts',
    lists: [{ name: 'routes', file: 'routes/<id>/<id>.routes.server.ts', member: 'routes', needed: true }],
  },
  {
    output: 'src/apps/console/browser/registry.screens.generated.ts',
    lists: [
      { name: 'screens', file: 'screens/<id>/screen.ts', member: 'screen', needed: true },
      { name: 'screenModules', file: 'screens/<id>/<id>.screen.tsx', member: '', needed: true, lazy: true },
    ],
  },
];
