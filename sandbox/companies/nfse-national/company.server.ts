import type { SandboxCompany } from '../../runtime/company.ts';
import { createTaxOffice } from './tax-office.server.ts';
import { taxOfficeRoutes } from './tax-office.routes.server.ts';

/** The national system for fiscal notes of services. */
export const company: SandboxCompany = {
  name: 'tax-office',
  title: 'Notas fiscais',
  links: [
    {
      group: 'happened',
      href: '/tax-office/consulta',
      name: 'Notas fiscais',
      text: 'As notas de serviço que foram emitidas.',
    },
  ],
  open: (context) => ({
    addRoutes(app) {
      app.register(async (scope) => taxOfficeRoutes(context, createTaxOffice(context))(scope), {
        prefix: '/tax-office',
      });
    },
  }),
};
