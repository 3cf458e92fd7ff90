import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { generateRegistries } from './generate-registries.ts';
import { registryTable } from './generate-registries/registry-table.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'registries-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function put(...files: string[]) {
  for (const file of files) {
    mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(root, file), '');
  }
}

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const generate = () => generateRegistries(root, registryTable, true);
const check = () => generateRegistries(root, registryTable, false);

describe('generateRegistries', () => {
  test('lists the folders by id, sorted, and is then up to date', () => {
    put('src/rails/shells/rail.ts', 'src/rails/shells/rail.server.ts', 'src/rails/shells/form.tsx');
    put(
      'src/rails/barter-deal/rail.ts',
      'src/rails/barter-deal/rail.server.ts',
      'src/rails/barter-deal/form.tsx',
      'src/rails/barter-deal/waiting.tsx',
    );

    expect(check().stale).toEqual([
      'src/rails/registry.generated.ts',
      'src/rails/registry.server.generated.ts',
      'src/rails/registry.forms.generated.tsx',
      'src/rails/registry.waiting.generated.tsx',
      'src/rails/registry.success.generated.tsx',
      'src/rails/registry.documents.server.generated.ts',
      'src/rails/registry.samples.server.generated.ts',
    ]);
    expect(generate().problems).toEqual([]);
    expect(read('src/rails/registry.generated.ts').split('\n').slice(1)).toEqual([
      "import { rail as railsBarterDeal } from './barter-deal/rail.ts';",
      "import { rail as railsShells } from './shells/rail.ts';",
      '',
      'export const rails = {',
      "  'barter-deal': railsBarterDeal,",
      '  shells: railsShells,',
      '};',
      '',
    ]);
    expect(read('src/rails/registry.waiting.generated.tsx')).not.toContain('shells');
    expect(check()).toEqual({ problems: [], stale: [] });
  });

  test('a folder that is added or deleted makes the list stale', () => {
    put('src/apps/api/routes/leads/leads.routes.server.ts');
    generate();
    put('src/apps/api/routes/orders/orders.routes.server.ts', 'src/apps/api/routes/orders/orders.test.ts');
    expect(check().stale).toEqual(['src/apps/api/registry.server.generated.ts']);
    generate();
    expect(read('src/apps/api/registry.server.generated.ts')).toContain('leads: routesLeads');
    rmSync(path.join(root, 'src/apps/api/routes/orders/orders.routes.server.ts'));
    expect(check().stale).toEqual(['src/apps/api/registry.server.generated.ts']);
  });

  test('names the file that a folder lacks', () => {
    put('src/gateways/bank/client.server.ts', 'src/apps/checkout/steps/lead/step.ts');
    expect(check().problems).toEqual([
      'src/gateways/bank/gateway.server.ts is missing (needed by src/gateways/registry.server.generated.ts)',
      'src/apps/checkout/steps/lead/lead.server.ts is missing (needed by src/apps/checkout/registry.server.generated.ts)',
      'src/apps/checkout/steps/lead/lead-page.tsx is missing (needed by src/apps/checkout/registry.views.generated.tsx)',
    ]);
  });

  test('refuses a name that is not kebab-case', () => {
    put('src/rails/My_Rail/rail.ts', 'src/rails/My_Rail/rail.server.ts');
    expect(check().problems).toContain(
      'src/rails/My_Rail: a name in kebab-case is needed (needed by src/rails/registry.generated.ts)',
    );
  });

  test('a list with an argument is a function that calls each entry with it', () => {
    put('src/gateways/bank/gateway.server.ts', 'src/gateways/bank/settings.server.ts');
    generate();
    expect(read('src/gateways/registry.settings.server.generated.ts').split('\n').slice(1)).toEqual([
      "import type { SettingsSource } from '#src/kernel/env/secret-values.server.ts';",
      "import { readSettings as readCompaniesBank } from './bank/settings.server.ts';",
      '',
      'export const readCompanies = (source: SettingsSource) => ({',
      '  bank: readCompaniesBank(source),',
      '});',
      '',
    ]);
  });

  test('a step and a page may share an id', () => {
    for (const kind of ['step', 'page']) {
      const folder = `src/apps/checkout/${kind}s/success`;
      put(`${folder}/${kind}.ts`, `${folder}/success.server.ts`, `${folder}/success-page.tsx`);
    }
    generate();
    expect(read('src/apps/checkout/registry.views.generated.tsx')).toContain(
      "import { SuccessPage as pageViewsSuccess } from './pages/success/success-page.tsx';",
    );
  });
});
