// Synthesizes the stack of each compiled file: node synthesize.js STACK.js... writes STACK.template.json beside each.
const fs = require("fs");
const path = require("path");
const cdk = require("aws-cdk-lib");

for (const file of process.argv.slice(2)) {
  const stacks = Object.values(require(path.resolve(file)));
  if (stacks.length !== 1) throw new Error(`${file} exports ${stacks.length} stacks`);
  const app = new cdk.App({ outdir: file.replace(/\.js$/, ".out") });
  const stack = new stacks[0](app, "Stack");
  const template = app.synth().getStackByName(stack.stackName).template;
  fs.writeFileSync(file.replace(/\.js$/, ".template.json"), JSON.stringify(template, null, 2));
}
