package straum.http;

/** Carries one {@link Problem} to whoever writes the response. */
final class ProblemException extends Exception {
    private final transient Problem problem;

    /** A request that ends with this problem. */
    ProblemException(Problem problem) {
        super(problem.detail(), null, false, false);
        this.problem = problem;
    }

    /** What is wrong. */
    Problem problem() {
        return problem;
    }
}
