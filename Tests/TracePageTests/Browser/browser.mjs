// Drives Chromium through its DevTools protocol, over a pipe: no port is opened.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Keys that are no characters, by their names. */
const KEYS = {
  ArrowDown: 40, ArrowUp: 38, ArrowLeft: 37, ArrowRight: 39, Enter: 13, Escape: 27, Tab: 9, Home: 36, End: 35, " ": 32,
};

/** A browser without a window, and the page that it shows. */
export class Browser {
  #process;
  #folder;
  #lastId = 0;
  #waiting = new Map();
  #listeners = [];
  #rest = "";
  /** What the page complained about: exceptions, and errors on its console. */
  problems = [];
  /** The addresses that the page requested. */
  requests = [];

  static async start() {
    const browser = new Browser();
    await browser.#begin();
    return browser;
  }

  async #begin() {
    this.#folder = mkdtempSync(join(tmpdir(), "trace-page-"));
    this.#process = spawn(
      process.env.CHROMIUM ?? "chromium",
      [
        "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--disable-extensions",
        "--disable-background-networking", "--disable-component-update", "--hide-scrollbars", "--remote-debugging-pipe",
        `--user-data-dir=${this.#folder}`, "about:blank",
      ],
      { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
    const output = this.#process.stdio[4];
    output.setEncoding("utf8");
    output.on("data", (text) => this.#take(text));
    this.#process.on("exit", () => {
      for (const { reject } of this.#waiting.values()) reject(new Error("the browser ended"));
    });
    const { targetId } = await this.send("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await this.send("Target.attachToTarget", { targetId, flatten: true });
    this.sessionId = sessionId;
    for (const domain of ["Page", "Runtime", "Log", "Network", "DOM"]) await this.send(`${domain}.enable`);
    this.on("Runtime.exceptionThrown", ({ exceptionDetails }) => this.problems.push(exceptionDetails.exception?.description ?? exceptionDetails.text));
    this.on("Runtime.consoleAPICalled", ({ type, args }) => {
      if (type === "error" || type === "warning") this.problems.push(args.map((one) => one.value ?? one.description).join(" "));
    });
    this.on("Log.entryAdded", ({ entry }) => {
      if (entry.level === "error") this.problems.push(`${entry.text} ${entry.url ?? ""}`);
    });
    this.on("Network.requestWillBeSent", ({ request }) => this.requests.push(request.url));
  }

  #take(text) {
    const messages = (this.#rest + text).split("\0");
    this.#rest = messages.pop() ?? "";
    for (const message of messages) {
      const { id, result, error, method, params } = JSON.parse(message);
      if (id !== undefined) {
        const { resolve, reject } = this.#waiting.get(id);
        this.#waiting.delete(id);
        if (error) reject(new Error(error.message));
        else resolve(result);
      } else {
        for (const [name, body] of this.#listeners) if (name === method) body(params);
      }
    }
  }

  on(method, body) {
    this.#listeners.push([method, body]);
  }

  send(method, params = {}) {
    this.#lastId += 1;
    const id = this.#lastId;
    const message = { id, method, params };
    if (this.sessionId) message.sessionId = this.sessionId;
    this.#process.stdio[3].write(`${JSON.stringify(message)}\0`);
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  /** Opens an address and waits until the page is there. */
  async open(address) {
    const isThere = new Promise((resolve) => this.on("Page.loadEventFired", resolve));
    // Another address of the same page would not load it again.
    await this.send("Page.navigate", { url: "about:blank" });
    await isThere;
    const isLoaded = new Promise((resolve) => this.on("Page.loadEventFired", resolve));
    await this.send("Page.navigate", { url: address });
    await isLoaded;
    await this.settle();
  }

  /** Waits until the page has drawn what was asked of it. */
  settle() {
    return this.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))");
  }

  /** The value of an expression in the page. */
  async evaluate(expression) {
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  /** Presses a key. */
  async press(key, { shift = false } = {}) {
    const isCharacter = key.length === 1;
    const code = KEYS[key] ?? key.toUpperCase().charCodeAt(0);
    const common = { key, windowsVirtualKeyCode: code, modifiers: shift ? 8 : 0 };
    const text = key === "Enter" ? "\r" : isCharacter ? key : undefined;
    await this.send("Input.dispatchKeyEvent", { type: text ? "keyDown" : "rawKeyDown", text, ...common });
    await this.send("Input.dispatchKeyEvent", { type: "keyUp", ...common });
    await this.settle();
  }

  /** Types a text into the element that has the focus. */
  async type(text) {
    await this.send("Input.insertText", { text });
    await this.settle();
  }

  /** Clicks the first element that a selector finds. */
  async click(selector) {
    const place = await this.evaluate(`(() => {
      const element = document.querySelector(${JSON.stringify(selector)});
      if (!element) return null;
      element.scrollIntoView({ block: "center", inline: "center" });
      const box = element.getBoundingClientRect();
      return { x: box.x + Math.min(box.width, 40) / 2, y: box.y + box.height / 2 };
    })()`);
    if (!place) throw new Error(`there is no ${selector}`);
    const common = { ...place, button: "left", clickCount: 1 };
    await this.send("Input.dispatchMouseEvent", { type: "mousePressed", ...common });
    await this.send("Input.dispatchMouseEvent", { type: "mouseReleased", ...common });
    await this.settle();
  }

  /** Gives the window a size, and the person a colour scheme. */
  async show(width, height, scheme = "light", media = "") {
    await this.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false });
    await this.send("Emulation.setEmulatedMedia", { media, features: [{ name: "prefers-color-scheme", value: scheme }] });
    await this.settle();
  }

  /** Writes a picture of the window. */
  async picture(path) {
    const { data } = await this.send("Page.captureScreenshot", { format: "png" });
    writeFileSync(path, Buffer.from(data, "base64"));
  }

  async end() {
    const hasEnded = new Promise((resolve) => this.#process.on("exit", resolve));
    this.sessionId = undefined;
    this.send("Browser.close").catch(() => {});
    await hasEnded;
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
