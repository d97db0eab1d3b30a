import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';

import { ConfigError } from '../src/config/config-error.ts';
import { readConfig } from '../src/config.ts';
import { BY_ANOTHER_USER, canBeAnotherUser } from './support/another-user.ts';
import { PROJECT } from './support/the-service.ts';

describe('the configuration', () => {
  it('has a default for everything', () => {
    const config = readConfig({});
    expect(config.http).to.deep.equal({
      host: '127.0.0.1',
      port: 8080,
      allowedHosts: [],
      allowedOrigins: [],
      limits: {
        maxBodyBytes: 8_388_608,
        maxHeaderBytes: 16_384,
        headersMs: 10_000,
        requestMs: 30_000,
        maxConnections: 2000,
        maxStreams: 500,
      },
      executeRate: null,
      wrongTokenRate: 30,
    });
    expect(config.tokensFile).to.equal(null);
    expect(config.tableMapping).to.equal(null);
    expect(config.database).to.deep.equal({ kind: 'embedded', dataDir: resolve('data') });
    expect(config).to.include({ createTables: 'auto', logDir: resolve('data/logs'), stepTimeoutMs: null });
    expect(config).to.include({
      killGraceMs: 5000,
      shutdownGraceMs: 10_000,
      takeoverDelayMs: 60_000,
      maxRunning: 1000,
      recovery: 'off',
    });
  });

  const sizes: readonly (readonly [string, number | null])[] = [
    ['', 10_737_418_240],
    ['10GiB', 10_737_418_240],
    ['500MiB', 524_288_000],
    ['64KiB', 65_536],
    ['1TiB', 1_099_511_627_776],
    ['1048576', 1_048_576],
    ['0', null],
    ['0GiB', null],
  ];
  for (const [STEP_LOG_LIMIT, stepLogLimitBytes] of sizes) {
    it(`takes STEP_LOG_LIMIT=${STEP_LOG_LIMIT} for ${stepLogLimitBytes ?? 'no'} bytes`, () => {
      expect(readConfig({ STEP_LOG_LIMIT })).to.include({ stepLogLimitBytes });
    });
  }

  it('takes an empty variable for an unset one', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' }).http.port).to.equal(8080);
  });

  it('never creates tables in a database it was pointed to, unless it is told to', () => {
    const DATABASE_URL = 'postgresql://ann@localhost/shop';
    expect(readConfig({ DATABASE_URL }).createTables).to.equal('never');
    expect(readConfig({ DATABASE_URL, CREATE_TABLES: 'auto' }).createTables).to.equal('auto');
  });

  it('knows by which names and from which pages it may be called, and without tokens only from this machine', () => {
    const { http } = readConfig({
      ALLOWED_HOSTS: 'Init.Example.org, init',
      ALLOWED_ORIGINS: 'https://tools.example.org,http://localhost:3000',
    });
    expect(http.allowedHosts).to.deep.equal(['init.example.org', 'init']);
    expect(http.allowedOrigins).to.deep.equal(['https://tools.example.org', 'http://localhost:3000']);
    expect(readConfig({ HOST: '0.0.0.0', TOKENS_FILE: 'tokens.json' }).tokensFile).to.equal(resolve('tokens.json'));
  });

  it('takes a rate of 0 for no limit', () => {
    expect(readConfig({ WRONG_TOKEN_RATE: '0', EXECUTE_RATE: '5' }).http).to.include({
      wrongTokenRate: null,
      executeRate: 5,
    });
  });

  it('reads the database URL from a file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tms-init-config-'));
    writeFileSync(join(folder, 'url'), 'postgresql://ann:sesame@localhost/shop\n');
    const { database } = readConfig({ DATABASE_URL_FILE: join(folder, 'url') });
    expect(database).to.deep.equal({ kind: 'postgresql', url: 'postgresql://ann:sesame@localhost/shop' });
    rmSync(folder, { recursive: true });
  });

  it('waits for nobody to write into the file of the URL', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tms-init-config-'));
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    expect(() => readConfig({ DATABASE_URL_FILE: join(folder, 'pipe') })).to.throw(ConfigError, /pipe is no file\.$/);
    expect(() => readConfig({ DATABASE_URL_FILE: folder })).to.throw(ConfigError, / is no file\.$/);
    rmSync(folder, { recursive: true });
  });

  it('lets only allow-listed variables through to scripts', () => {
    const { scripts } = readConfig({
      PATH: '/bin',
      HOME: '/root',
      SECRET: 'x',
      SHOP_DIR: '/shop',
      SCRIPT_ENV: 'SHOP_DIR, NONE',
    });
    expect(scripts.environment).to.deep.equal({ PATH: '/bin', HOME: '/root', SHOP_DIR: '/shop' });
  });

  it('arms no failpoints unless a test asks for them', () => {
    expect(readConfig({ NODE_ENV: 'test' }).failpoints).to.deep.equal({ armed: [], hitsPath: null });
    const { failpoints } = readConfig({ NODE_ENV: 'test', FAILPOINTS: 'step.spawned=kill', FAILPOINT_HITS: '/hits' });
    expect(failpoints).to.deep.equal({
      armed: [{ point: 'step.spawned', hit: 1, action: { kind: 'kill' } }],
      hitsPath: '/hits',
    });
  });

  it('cannot be changed', () => {
    expect(Object.isFrozen(readConfig({}).scripts.environment)).to.equal(true);
  });

  const table: readonly [Record<string, string>, RegExp][] = [
    [{ PORT: '65536' }, /^PORT must be a whole number from 0 to 65535, not "65536"\.$/],
    [{ PORT: '1e3' }, /^PORT /],
    [{ PORT: '-1' }, /^PORT /],
    [{ HOST: '0.0.0.0' }, /^HOST must be a loopback address/],
    [{ HOST: 'example.org' }, /^HOST /],
    [{ KILL_GRACE: 'soon' }, /^KILL_GRACE must be a number of seconds/],
    [{ STEP_TIMEOUT: '9999999' }, /^STEP_TIMEOUT /],
    [{ STEP_LOG_LIMIT: '10 GiB' }, /^STEP_LOG_LIMIT must be a number of bytes such as 10GiB, 500MiB or 1048576, or 0/],
    [{ STEP_LOG_LIMIT: '10GB' }, /^STEP_LOG_LIMIT /],
    [{ STEP_LOG_LIMIT: '-1' }, /^STEP_LOG_LIMIT /],
    [{ STEP_LOG_LIMIT: '99999TiB' }, /^STEP_LOG_LIMIT /],
    [{ MAX_RUNNING: '0' }, /^MAX_RUNNING /],
    [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL must be one of /],
    [{ LOG_FORMAT: 'xml' }, /^LOG_FORMAT must be json, pretty or auto, not "xml"\.$/],
    [{ INSTANCE: 'a b' }, /^INSTANCE /],
    [{ CLAIMS: 'none' }, /^CLAIMS must be advisory or process/],
    [{ SCRIPTS_DIR: '/not/there' }, /^SCRIPTS_DIR must be a folder that exists, not "\/not\/there"\.$/],
    [{ SCRIPTS_DIR: '/etc/passwd' }, /^SCRIPTS_DIR must be a folder/],
    [{ LOG_ROOTS: '/tmp,/not/there' }, /^LOG_ROOTS must be a folder/],
    [{ SCRIPT_ENV: 'A, b-c' }, /^SCRIPT_ENV must hold names of variables/],
    [{ CREATE_TABLES: 'yes' }, /^CREATE_TABLES must be auto or never/],
    [{ DATABASE_URL: 'mysql://ann:sesame@localhost/shop' }, /^DATABASE_URL must be a URL/],
    [{ DATABASE_URL: 'sesame' }, /^DATABASE_URL must be a URL/],
    [{ DATABASE_URL: 'postgresql://ann:1/sesame@localhost/shop' }, /^DATABASE_URL has an @ behind its address/],
    [{ DATABASE_URL: 'postgresql://ann:1#sesame@localhost/shop' }, /^DATABASE_URL has an @ behind its address/],
    [{ DATABASE_URL: 'postgresql://a/b', DATABASE_URL_FILE: '/x' }, /^DATABASE_URL and DATABASE_URL_FILE are both set/],
    [{ DATABASE_URL_FILE: '/not/there' }, /^DATABASE_URL_FILE \/not\/there cannot be read: ENOENT\.$/],
    [{ FAILPOINTS: 'step.spawned=kill' }, /^FAILPOINTS needs NODE_ENV=test; unset it\.$/],
    [{ FAILPOINT_HITS: '/tmp/hits', NODE_ENV: 'production' }, /^FAILPOINT_HITS needs NODE_ENV=test/],
    [{ FAILPOINTS: 'step.spawned=burn', NODE_ENV: 'test' }, /^FAILPOINTS cannot read "step.spawned=burn"\.$/],
    [{ TABLE_MAPPING: '/not/there.json' }, /^TABLE_MAPPING \/not\/there\.json cannot be read: ENOENT\.$/],
    [{ TABLE_MAPPING: 'x.json', CREATE_TABLES: 'auto' }, /^CREATE_TABLES=auto and TABLE_MAPPING are both set, but /],
    [{ HOST: '127.1.2.3.4' }, /^HOST must be a loopback address/],
    [{ ALLOWED_HOSTS: 'init.example.org:8080' }, /^ALLOWED_HOSTS must hold names of hosts without ports/],
    [{ ALLOWED_HOSTS: '*' }, /^ALLOWED_HOSTS /],
    [{ ALLOWED_HOSTS: 'http://init.example.org' }, /^ALLOWED_HOSTS /],
    [{ ALLOWED_ORIGINS: '*' }, /^ALLOWED_ORIGINS must hold origins, divided by commas/],
    [{ ALLOWED_ORIGINS: 'null' }, /^ALLOWED_ORIGINS /],
    [{ ALLOWED_ORIGINS: 'https://tools.example.org/' }, /^ALLOWED_ORIGINS /],
    [{ ALLOWED_ORIGINS: 'https://Tools.example.org' }, /^ALLOWED_ORIGINS /],
    [{ ALLOWED_ORIGINS: 'https://tools.example.org:443' }, /^ALLOWED_ORIGINS /],
    [{ ALLOWED_ORIGINS: 'ftp://tools.example.org' }, /^ALLOWED_ORIGINS /],
    [{ SCRIPT_POLICY: 'files' }, /^SCRIPT_POLICY=files needs SCRIPTS_DIR/],
    [{ SCRIPT_POLICY: 'files', SCRIPTS_DIR: '.' }, /^SCRIPTS_DIR must not hold /],
    [{ SCRIPT_POLICY: 'files', SCRIPTS_DIR: '/' }, /^SCRIPTS_DIR must not hold /],
    [{ SCRIPT_POLICY: 'files', SCRIPTS_DIR: '/usr', LOG_DIR: '/usr/logs' }, /^SCRIPTS_DIR must not hold \/usr\/logs/],
    [{ SCRIPT_POLICY: 'files', SCRIPTS_DIR: '/proc/self/cwd' }, /^SCRIPTS_DIR must not hold /],
    [
      { SCRIPT_POLICY: 'files', SCRIPTS_DIR: '/proc/self/cwd/test', LOG_DIR: './test/not-there/logs' },
      /^SCRIPTS_DIR must not hold .*\/test\/not-there\/logs/,
    ],
    [{ SCRIPT_POLICY: 'none' }, /^SCRIPT_POLICY must be shell or files/],
    [{ EXECUTE_RATE: '-1' }, /^EXECUTE_RATE must be a whole number/],
    [{ WRONG_TOKEN_RATE: 'few' }, /^WRONG_TOKEN_RATE must be a whole number/],
    [{ MAX_BODY: '0' }, /^MAX_BODY must be a number of bytes from 1024 to 1073741824/],
    [{ MAX_HEADERS: '2MiB' }, /^MAX_HEADERS /],
    [{ MAX_CONNECTIONS: '0' }, /^MAX_CONNECTIONS /],
    [{ MAX_STREAMS: '0' }, /^MAX_STREAMS /],
    [{ RECOVERY: 'on' }, /^RECOVERY must be off, settle or resume, not "on"\.$/],
  ];
  for (const [environment, message] of table) {
    it(`refuses ${JSON.stringify(environment)} in one line that names the setting`, () => {
      expect(() => readConfig(environment))
        .to.throw(ConfigError, message)
        .with.property('message')
        .that.does.not.match(/sesame|\n/);
    });
  }
});

describe('a user that no list of users knows', () => {
  it('gets a folder of locks by its number', function () {
    if (!canBeAnotherUser()) {
      process.stderr.write('Not tested: only root can become another user.\n');
      this.skip();
    }
    const program = "import('./src/config.ts').then(({ readConfig }) => console.log(readConfig({}).lockDir))";
    const [command, ...as] = BY_ANOTHER_USER;
    const args = [...as.slice(0, 3), process.execPath, '--eval', program];
    expect(execFileSync(command, args, { cwd: PROJECT, encoding: 'utf8' })).to.match(/tms-init-47114\n$/);
  });
});
