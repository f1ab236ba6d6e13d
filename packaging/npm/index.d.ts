/** The path of the `partita` command. */
export function command(): string;

export interface Running {
  endpoint: string;
  adminSocket?: string;
  /** An account that no other test uses, so that its tables may have any names. */
  account(): Account;
}

export interface Server extends Running {
  adminSocket: string;
  /** Ends the server. Its data is gone. */
  close(): Promise<void>;
}

/**
 * Starts a server in memory on a free port. `options` are further options of `partita serve`. The variables PARTITA_* of the
 * environment are not settings of this server. It ends with close(), or with this process.
 */
export function startServer(settings?: { options?: string[] }): Promise<Server>;

/** The server that the globalSetup of Jest or Vitest has started, or the one that PARTITA_TEST_ENDPOINT names. */
export function runningServer(): Running;

/** A rule of docs/faults.md. */
export interface FaultRule {
  operations?: string[];
  table?: string;
  key?: Record<string, unknown>;
  skip?: number;
  probability?: number;
  count?: number;
  when?: "before" | "after";
  delay_ms?: number;
  error?: string;
  message?: string;
  connection?: "kept" | "cut";
  unprocessed?: number;
}

/** An account of a server, with its own tables and streams. */
export class Account {
  constructor(place: { endpoint: string; adminSocket?: string; id?: string; region?: string });
  readonly endpoint: string;
  readonly adminSocket?: string;
  /** 12 digits, which are its access key too. */
  readonly id: string;
  readonly region: string;
  /** The arguments of a client of the AWS SDK for JavaScript, version 3. */
  readonly config: {
    endpoint: string;
    region: string;
    credentials: { accessKeyId: string; secretAccessKey: string };
  };
  /** The variables by which any AWS SDK and the aws command use the account. */
  readonly environment: Record<string, string>;
  /** Runs `partita ARGUMENTS...` with the account's environment and returns its output. */
  run(...args: string[]): Promise<string>;
  /** Creates the tables of a template or a data model. */
  createTables(template: string, parameters?: Record<string, string>): Promise<string>;
  /** Replaces the account's faults on purpose. Without rules it has no faults. */
  setFaults(rules?: FaultRule[], settings?: { seed?: number }): Promise<void>;
  /**
   * Sets the account's clock further ahead, a whole number of seconds, and deletes the items that have expired by then.
   * Client request tokens and shard iterators age too; stream records do not. Returns by how many seconds the clock is
   * ahead now.
   */
  advanceClock(seconds: number): Promise<number>;
  /** Drops all tables of the account and its faults, and sets its clock back. They stay if the admin socket is not known. */
  forget(): Promise<void>;
}
