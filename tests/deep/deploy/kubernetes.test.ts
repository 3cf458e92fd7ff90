import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { deep } from '#tests/support/depth.ts';
import { deployFolder, isInstalled } from './installed.ts';

const resourceSchema = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.object({ name: z.string() }),
});
type Resource = z.infer<typeof resourceSchema>;
type Model = new (resource: Resource) => { validate(): void };

const container = z.object({
  securityContext: z.object({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.object({ drop: z.tuple([z.literal('ALL')]) }),
  }),
  resources: z.object({ limits: z.object({ memory: z.string() }) }),
});
/** Pod Security Standards, level restricted, and no token of the cluster. */
const restrictedPod = z.object({
  automountServiceAccountToken: z.literal(false),
  securityContext: z.object({
    runAsNonRoot: z.literal(true),
    seccompProfile: z.object({ type: z.literal('RuntimeDefault') }),
  }),
  containers: z.array(container).min(1),
});
const workload = z.object({ spec: z.object({ template: z.object({ spec: restrictedPod }) }) });

/** What the example renders to. */
function rendered(): readonly Resource[] {
  const text = execFileSync('kubectl', ['kustomize', path.join(deployFolder, 'kubernetes/example')], {
    encoding: 'utf8',
  });
  return parseAllDocuments(text).map((document) => resourceSchema.parse(document.toJS()));
}

async function modelOf({ apiVersion, kind }: Resource): Promise<Model> {
  const models: Record<string, Model> = await import(/* @vite-ignore */ `kubernetes-models/${apiVersion}`);
  const model = models[kind];
  if (!model) throw new Error(`Kubernetes has no ${apiVersion} ${kind}`);
  return model;
}

const has = isInstalled('kubectl');

test.skipIf(!has)('the Kubernetes example renders to resources that fit their schemas', deep, async () => {
  const resources = rendered();
  expect(
    resources.map(({ kind, metadata }) => `${kind} ${metadata.name.replace(/-[a-z0-9]{10}$/, '')}`).toSorted(),
  ).toEqual([
    'ConfigMap matricula',
    'Deployment app',
    'Deployment console',
    'Deployment worker',
    'HorizontalPodAutoscaler app',
    'Ingress matricula',
    'Job migrate',
    'NetworkPolicy matricula',
    'PodDisruptionBudget app',
    'PodDisruptionBudget worker',
    'Service app',
    'Service console',
  ]);
  for (const resource of resources) {
    const Model = await modelOf(resource);
    new Model(resource).validate();
  }
});

test.skipIf(!has)('a resource that does not fit its schema is refused', deep, async () => {
  const app = rendered().find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'app');
  if (!app) throw new Error('There is no app');
  const Model = await modelOf(app);
  expect(() =>
    new Model({ ...app, spec: { ...z.looseObject({}).parse(app['spec']), replicas: 'two' } }).validate(),
  ).toThrow('replicas must be integer');
});

test.skipIf(!has)('every pod keeps to the restricted level of Kubernetes', deep, () => {
  const workloads = rendered().filter(({ kind }) => kind === 'Deployment' || kind === 'Job');
  expect(workloads).toHaveLength(4);
  for (const one of workloads) expect(workload.safeParse(one).error).toBeUndefined();
});
