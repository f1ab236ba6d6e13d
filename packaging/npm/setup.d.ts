declare const setup: () => Promise<void | (() => Promise<void>)>;
export default setup;
