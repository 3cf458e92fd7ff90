/**
 * The walls of the house: who may import whom. Each rule has a bad case in
 * `tests/architecture/bad/<name>` which a test sees fail.
 *
 * Rings, outside to inside: server → apps → rails, gateways → branding → domain → kernel; platform and ui stand on the kernel
 * alone, the sandbox beside them all. Only `src/server` composes.
 *
 * Inside the domain an area or a subject is reached through its door, `index.ts` or `index.server.ts`; the order of the areas
 * is in `tools/verify/domain-layers.ts`.
 *
 * Rules about more than one import stand in `tools/verify/import-rules.ts`.
 *
 * The parser must be swc: with TypeScript 7 the default parser reads no module at all and reports nothing.
 */
import type { IConfiguration, IForbiddenRuleType } from 'dependency-cruiser';

const test = '\\.test\\.tsx?$';
/** Files that Node runs and no browser loads: server files and the configuration of a build. */
const onServer = ['\\.server\\.(generated\\.)?ts$', '\\.config\\.ts$'];

/** A door of a domain area, or of a subject inside one; an area's context is handed to every use case above it. */
const doors = ['^src/domain/[^/]+/index(\\.server)?\\.ts$', '^src/domain/[^/]+/[^/]+/index(\\.server)?\\.ts$'];
const areaContext = '^src/domain/[^/]+/context\\.server\\.ts$';

/** Packages that may travel to a browser; every other one is for `.server.ts` files. */
const browserPackages = [
  'react',
  'react-dom',
  '@maskito/core',
  'web-vitals',
  'zod',
  'jose',
  'card-validator',
  'credit-card-type',
].join('|');

/** Packages of the staff's console: on a buyer's page each would cost more than the page. */
const consolePackages = [
  'react-router',
  'react-aria',
  'react-aria-components',
  'react-stately',
  'recharts',
  '@internationalized/[^/]+',
].join('|');

/** Folders of the checkout that hold a folder per step or page. */
const pageRooms = '^src/apps/checkout/(?:account/pages|pages|steps)';
const pageFolders = `${pageRooms}/[^/]+/`;

function wall(name: string, comment: string, from: object, to: object): IForbiddenRuleType {
  return { name, comment, severity: 'error', from, to };
}

const rings = [
  wall(
    'kernel-is-the-floor',
    'The kernel imports nothing above it.',
    { path: '^src/kernel/', pathNot: test },
    { path: '^src/', pathNot: '^src/kernel/' },
  ),
  wall(
    'domain-knows-only-kernel',
    'The business knows no screen, brand, rail or gateway.',
    { path: '^src/domain/', pathNot: test },
    { path: '^src/', pathNot: '^src/(kernel|domain)/' },
  ),
  wall(
    'platform-knows-only-kernel',
    'Database, queue, mail and telemetry know no business.',
    { path: '^src/platform/', pathNot: test },
    { path: '^src/', pathNot: '^src/(kernel|platform)/' },
  ),
  wall(
    'domain-doors-between-areas',
    'One domain area reaches another through a door: index.ts or index.server.ts of the area or of one of its subjects.',
    { path: '^src/domain/([^/]+)/', pathNot: test },
    { path: '^src/domain/[^/]+/', pathNot: ['^src/domain/$1/', ...doors, areaContext] },
  ),
  wall(
    'domain-doors-between-subjects',
    'One subject of an area reaches another through its door. Payments has layers in place of subjects.',
    { path: '^src/domain/([^/]+)/([^/]+)', pathNot: ['^src/domain/payments/', test] },
    { path: '^src/domain/$1/[^/]+/', pathNot: ['^src/domain/$1/$2/', ...doors] },
  ),
  wall(
    'domain-doors-from-outside',
    'Outside the domain, an area is reached through its doors; what is handed to use cases, through domain/context.',
    { path: '^src/', pathNot: ['^src/domain/[^/]+/', '^src/domain/context\\.server\\.ts$', test] },
    { path: '^src/domain/[^/]+/', pathNot: doors },
  ),
  wall(
    'branding-knows-domain-and-kernel',
    'Brands are read and checked below screens, rails and gateways; the platform may carry them.',
    { path: '^src/branding/', pathNot: test },
    { path: '^src/', pathNot: '^src/(kernel|platform|domain|branding)/' },
  ),
  wall(
    'ui-knows-only-kernel',
    'Paint and controls know no business.',
    { path: '^src/ui/', pathNot: test },
    { path: '^src/', pathNot: '^src/(kernel|ui)/' },
  ),
  wall(
    'rails-stay-in-their-ring',
    'A rail uses domain, branding, ui and kernel; it reaches a gateway only through the port in domain/payments.',
    { path: '^src/rails/', pathNot: test },
    { path: '^src/', pathNot: '^src/(kernel|domain|branding|ui|rails)/' },
  ),
  wall(
    'rails-know-no-other-rail',
    'Delete a rail and the others still compile.',
    { path: '^src/rails/([^/]+)/', pathNot: test },
    { path: '^src/rails/', pathNot: '^src/rails/$1/' },
  ),
  wall(
    'gateways-stay-in-their-ring',
    'A gateway uses domain and kernel: no screens, no rails.',
    { path: '^src/gateways/', pathNot: test },
    { path: '^src/', pathNot: '^src/(kernel|domain|gateways)/' },
  ),
  wall(
    'gateways-know-no-other-gateway',
    'Delete a company and the others still compile. Folders that share their first word are one company’s: `bank`, `bank-slip`.',
    { path: '^src/gateways/([a-z0-9]+)', pathNot: [test, '^src/gateways/[^/]+$'] },
    { path: '^src/gateways/[^/]+/', pathNot: ['^src/gateways/$1/', '^src/gateways/$1-'] },
  ),
  wall(
    'apps-know-no-other-app',
    'Apps never import each other; the server composes them.',
    { path: '^src/apps/([^/]+)/', pathNot: test },
    { path: '^src/apps/', pathNot: '^src/apps/$1/' },
  ),
  wall(
    'main-is-the-top',
    'Nothing below the composition imports it.',
    { path: '^(src|sandbox|migrations)/', pathNot: ['^src/server/', test] },
    { path: '^src/server/' },
  ),
  wall(
    'main-starts-nothing-else',
    'Importing the program starts it: a tool may use parts of the composition, never the program itself.',
    { path: '^tools/', pathNot: test },
    { path: '^src/server/main\\.' },
  ),
];

const plugs = [
  wall(
    'rails-only-through-the-registry',
    'Rails are generic outside their folders: ask the generated registry. Only card-fields may name the rail it serves.',
    { path: '^src/', pathNot: ['^src/rails/', '^src/apps/card-fields/', test] },
    { path: '^src/rails/[^/]+/' },
  ),
  wall(
    'gateways-only-through-the-registry',
    'Gateways are generic outside their folders: ask the generated registry.',
    { path: '^src/', pathNot: ['^src/gateways/', test] },
    { path: '^src/gateways/[^/]+/' },
  ),
  wall(
    'companies-only-in-gateways',
    'What serves every company names none: the kernel, the server, the platform, and the sandbox outside its companies.',
    {
      path: '^(src/(kernel|server|platform)|sandbox)/',
      pathNot: ['^sandbox/companies/[^/]+/', '^sandbox/registry\\.server\\.generated\\.ts$', test],
    },
    { path: '^(src/gateways|sandbox/companies)/[^/]+/' },
  ),
  wall(
    'sandbox-stands-alone',
    'The stand-in for companies shares no business code with the product, so that a mistake cannot agree with itself.',
    { path: '^sandbox/', pathNot: test },
    { path: '^src/', pathNot: '^src/kernel/' },
  ),
  wall(
    'sandbox-only-from-the-server',
    'The product reaches the sandbox by its protocols; only the server starts it.',
    { path: '^(src|migrations)/', pathNot: ['^src/server/', test] },
    { path: '^sandbox/' },
  ),
  wall(
    'directory-packages',
    'The OpenID provider and its web framework are the sandbox’s: no server of ours for buyers or staff loads them.',
    { path: '^(src|tools|migrations)/' },
    { path: 'node_modules/(oidc-provider|koa)/' },
  ),
  wall(
    'card-fields-sees-little',
    'The page that sees card numbers uses the kernel, the pure files of its rail and the style sheets of ui, nothing else.',
    { path: '^src/apps/card-fields/', pathNot: test },
    {
      path: ['^src/', '^src/rails/card/.*(\\.tsx|\\.server\\.ts)$'],
      pathNot: [
        '^src/(kernel|apps/card-fields)/',
        '^src/platform/telemetry/csp-report',
        '^src/ui/.*\\.css$',
        '^src/rails/card/(?!.*(\\.tsx|\\.server\\.ts)$)',
      ],
    },
  ),
];

const pages = [
  wall(
    'pages-know-no-other-page',
    'Delete a step or a page of the checkout and the others still compile.',
    { path: `${pageRooms}/([^/]+)/`, pathNot: test },
    { path: pageFolders, pathNot: `${pageRooms}/$1/` },
  ),
  wall(
    'pages-only-through-the-registry',
    'What several pages share knows none of them: ask the generated registry.',
    { path: '^src/', pathNot: [pageFolders, '^src/apps/checkout/registry\\..*generated\\.tsx?$', test] },
    { path: pageFolders },
  ),
  wall(
    'page-framework-knows-no-site',
    'The framework of pages knows their contract, not the site that uses it.',
    { path: '^src/apps/checkout/framework/', pathNot: test },
    { path: '^src/apps/checkout/', pathNot: '^src/apps/checkout/framework/' },
  ),
  wall(
    'site-knows-no-payment-form',
    'What every page shares stands below the payment form and the account pages.',
    { path: '^src/apps/checkout/site/', pathNot: test },
    { path: '^src/apps/checkout/(payment-form|account)/' },
  ),
];

const serverAndViews = [
  wall(
    'only-server-files-import-server-files',
    'Whoever imports a .server file is one: so nothing that a browser loads can reach one, however long the way.',
    { path: '^src/', pathNot: [...onServer, test] },
    { path: '\\.server\\.(generated\\.)?ts$', dependencyTypesNot: ['type-only'] },
  ),
  wall(
    'views-never-import-server-files',
    'A .tsx file imports no .server file, not even its types: the view states its props, the server fills them.',
    { path: '^src/.*\\.tsx$', pathNot: test },
    { path: '\\.server\\.(generated\\.)?ts$' },
  ),
  wall(
    'built-ins-only-on-the-server',
    'Node built-ins are for .server.ts files, tools, tests, bench and migrations.',
    { path: '^src/', pathNot: [...onServer, test] },
    { dependencyTypes: ['core'], dependencyTypesNot: ['type-only'] },
  ),
  wall(
    'server-packages-only-on-the-server',
    `Only ${browserPackages.replaceAll('|', ', ')} may reach a browser.`,
    { path: '^src/', pathNot: [...onServer, test] },
    {
      path: 'node_modules/',
      pathNot: `node_modules/(${browserPackages}|${consolePackages})/`,
      dependencyTypesNot: ['type-only'],
    },
  ),
  wall(
    'console-browser-packages',
    `Only the browser's side of the staff's console imports ${consolePackages.replaceAll('|', ', ')}.`,
    { path: '^(src|sandbox)/', pathNot: ['^src/apps/console/browser/', test] },
    { path: `node_modules/(${consolePackages})/` },
  ),
];

const hygiene = [
  wall(
    'nothing-imports-tests',
    'Product code, tools and migrations never lean on tests.',
    { path: '^(src|sandbox|tools|migrations)/', pathNot: test },
    { path: ['^tests/', test] },
  ),
  wall(
    'tools-stay-outside',
    'The product runs without the workshop.',
    { path: '^(src|sandbox|migrations)/', pathNot: test },
    { path: '^(tools|bench)/' },
  ),
  wall(
    'development-packages-stay-outside',
    'What the product imports is in dependencies.',
    { path: '^(src|sandbox|migrations)/', pathNot: test },
    { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only', 'npm', 'npm-optional'] },
  ),
  wall(
    'migrations-stand-alone',
    'A migration is history: it may use the kernel, never today’s business code.',
    { path: '^migrations/', pathNot: test },
    { path: '^(src|brands)/', pathNot: '^src/kernel/' },
  ),
  wall(
    'everything-resolves',
    'An import that leads nowhere hides from every other rule.',
    {},
    { couldNotResolve: true },
  ),
];

/** Folders that hold code, as the walls see them. */
export const codeFolders = ['src', 'sandbox', 'tests', 'tools', 'bench', 'migrations'];

const configuration: IConfiguration = {
  forbidden: [...rings, ...plugs, ...pages, ...serverAndViews, ...hygiene],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^tests/architecture/bad/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'module-sync', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};

export default configuration;
