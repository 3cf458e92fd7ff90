import { z } from 'zod';
import { findBrandByName } from '#src/branding/index.server.ts';
import { unitCities, unitRegions, unitsIn } from '#src/domain/catalog/units/index.ts';
import type { Routes } from '../../api.contract.server.ts';
import { operation, problems, shortText } from '../../schemas.ts';
import { sendProblem } from '#src/kernel/http/problems/send-problem.server.ts';

const brand = shortText.describe('A brand by its id, its name in the design system, or its business.');
const country = operation.describe('ISO 3166-1 alpha-2.');
const region = z.string().trim().min(1).max(5).describe('A code of `/v1/franchises/regions`.');
const city = z
  .string()
  .trim()
  .min(1)
  .max(120)
  .describe('A name of `/v1/franchises/cities`; accents and case do not matter.');

const unitJson = z.strictObject({
  id: z.string(),
  name: z.string(),
  address: z.string(),
  city: z.string(),
  region: z.string(),
  country: operation,
});

/** Countries, regions, cities and units of a brand. A level without units gives an empty list. */
export const routes: Routes = (app, { brands }) => {
  app.get(
    '/v1/franchises/regions',
    {
      schema: {
        summary: 'List the regions of a country in which a brand has units',
        querystring: z.strictObject({ brand, country }),
        response: {
          200: z.strictObject({ regions: z.array(z.strictObject({ code: z.string(), name: z.string() })) }),
          ...problems,
        },
      },
    },
    async ({ query }, reply) => {
      const found = findBrandByName(brands, query.brand);
      if (!found) return sendProblem(reply, 'brand-not-found');
      return { regions: unitRegions(found.units, query.country).map(({ code, name }) => ({ code, name })) };
    },
  );

  app.get(
    '/v1/franchises/cities',
    {
      schema: {
        summary: 'List the cities of a region in which a brand has units',
        querystring: z.strictObject({ brand, country, region }),
        response: { 200: z.strictObject({ cities: z.array(z.strictObject({ name: z.string() })) }), ...problems },
      },
    },
    async ({ query }, reply) => {
      const found = findBrandByName(brands, query.brand);
      if (!found) return sendProblem(reply, 'brand-not-found');
      return { cities: unitCities(found.units, query.country, query.region).map((name) => ({ name })) };
    },
  );

  app.get(
    '/v1/franchises/units',
    {
      schema: {
        summary: "List a brand's units in a city",
        querystring: z.strictObject({ brand, country, region, city }),
        response: { 200: z.strictObject({ units: z.array(unitJson) }), ...problems },
      },
    },
    async ({ query }, reply) => {
      const found = findBrandByName(brands, query.brand);
      if (!found) return sendProblem(reply, 'brand-not-found');
      return { units: unitsIn(found.units, query).map(({ people: _own, ...unit }) => unit) };
    },
  );
};
